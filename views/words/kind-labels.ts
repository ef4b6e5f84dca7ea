/** The sections of built-in kinds, and of series, in the languages of the views. */
export const KIND_LABELS = {
  en: { posts: "Posts", projects: "Projects", books: "Books", photos: "Photos", services: "Services", series: "Series" },
  de: { posts: "Beiträge", projects: "Projekte", books: "Bücher", photos: "Fotos", services: "Leistungen", series: "Reihen" },
  fr: { posts: "Articles", projects: "Projets", books: "Livres", photos: "Photos", services: "Services", series: "Séries" },
  es: { posts: "Artículos", projects: "Proyectos", books: "Libros", photos: "Fotos", services: "Servicios", series: "Series" },
  ja: { posts: "記事", projects: "プロジェクト", books: "本", photos: "写真", services: "サービス", series: "シリーズ" },
} as const;
