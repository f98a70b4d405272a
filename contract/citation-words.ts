/** The words around a passage that an answer cites, by language. `{n}` is a number. */
interface CitationWords {
  /** The name of a mark, for screen readers. */
  source: string
  page: string
  /** The link to a web page. */
  open: string
}

export const citationWords: Record<string, CitationWords> = {
  en: { source: 'Source {n}', page: 'Page {n}', open: 'Open the web page' },
  de: { source: 'Quelle {n}', page: 'Seite {n}', open: 'Webseite öffnen' },
  es: { source: 'Fuente {n}', page: 'Página {n}', open: 'Abrir la página web' },
  fr: { source: 'Référence {n}', page: 'Page n° {n}', open: 'Ouvrir la page web' },
  pt: { source: 'Fonte n.º {n}', page: 'Página n.º {n}', open: 'Abrir a página web' },
  it: { source: 'Fonte {n}', page: 'Pagina {n}', open: 'Apri la pagina web' },
  pl: { source: 'Źródło {n}', page: 'Strona {n}', open: 'Otwórz stronę internetową' },
  tr: { source: 'Kaynak {n}', page: 'Sayfa {n}', open: 'Web sayfasını aç' },
  ar: { source: 'المصدر {n}', page: 'صفحة {n}', open: 'فتح صفحة الويب' },
  zh: { source: '来源 {n}', page: '第 {n} 页', open: '打开网页' },
  ja: { source: '出典 {n}', page: '{n} ページ', open: 'ウェブページを開く' },
}
