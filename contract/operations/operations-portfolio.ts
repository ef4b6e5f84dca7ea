import { AlbumList } from "../schemas/list.ts";
import { AlbumPage } from "../schemas/photo.ts";
import { DOCUMENT_OPERATIONS } from "./document-operations.ts";
import type { Operation } from "./operation.ts";
import { fromFiles, toolRead } from "./read-operation.ts";

export const PORTFOLIO_OPERATIONS: readonly Operation[] = [
  ...DOCUMENT_OPERATIONS,
  fromFiles({
    id: "listAlbums",
    ...toolRead("albums.list"),
    tag: "Portfolio",
    summary: "Albums of photos",
    description: "Albums with a published photo, the one with the newest photo first.",
    schema: AlbumList,
  }),
  fromFiles({
    id: "getAlbum",
    ...toolRead("albums.get"),
    tag: "Portfolio",
    summary: "One album of photos",
    description: "For a page of its own. The slug may be written in any case.",
    schema: AlbumPage,
    named: true,
  }),
];
