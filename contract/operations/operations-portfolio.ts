import { Book } from "../schemas/book.ts";
import { AlbumList, BookList, PhotoList, ProjectList } from "../schemas/list.ts";
import { Photo } from "../schemas/photo.ts";
import { Project } from "../schemas/project.ts";
import type { Operation } from "./operation.ts";
import { fromFiles, PAGES } from "./read-operation.ts";

export const PORTFOLIO_OPERATIONS: readonly Operation[] = [
  fromFiles({
    id: "listProjects",
    name: "projects.list",
    route: "projects",
    tag: "Portfolio",
    summary: "Projects",
    description: `Featured ones first, then by the author's order, then newest start. ${PAGES}`,
    schema: ProjectList,
  }),
  fromFiles({
    id: "getProject",
    name: "projects.get",
    route: "project",
    tag: "Portfolio",
    summary: "One project",
    description: "As in the list.",
    schema: Project,
    named: true,
  }),
  fromFiles({
    id: "listBooks",
    name: "books.list",
    route: "books",
    tag: "Portfolio",
    summary: "Books",
    description: `Those being read first, then newest finished. ${PAGES}`,
    schema: BookList,
  }),
  fromFiles({
    id: "getBook",
    name: "books.get",
    route: "book",
    tag: "Portfolio",
    summary: "One book",
    description: "As in the list.",
    schema: Book,
    named: true,
  }),
  fromFiles({
    id: "listPhotos",
    name: "photos.list",
    route: "photos",
    tag: "Portfolio",
    summary: "Photos",
    description: `Newest taken first. Files carry no place, serial number or owner's name. ${PAGES}`,
    schema: PhotoList,
  }),
  fromFiles({
    id: "getPhoto",
    name: "photos.get",
    route: "photo",
    tag: "Portfolio",
    summary: "One photo",
    description: "As in the list.",
    schema: Photo,
    named: true,
  }),
  fromFiles({
    id: "listAlbums",
    name: "albums.list",
    route: "albums",
    tag: "Portfolio",
    summary: "Albums of photos",
    description: "Those with a published photo, the one with the newest photo first.",
    schema: AlbumList,
  }),
];
