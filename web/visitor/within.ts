export const within = <T extends Element = HTMLElement>(root: ParentNode, selector: string): T =>
  root.querySelector(selector) as T
