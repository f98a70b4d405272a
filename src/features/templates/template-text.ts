/**
 * An example, complete but for the facts that only the owner knows: these are placeholders such as
 * `[your Wi-Fi name]` (contract/placeholders.ts). An invented fact would end up on a wall.
 */
export interface TemplateText {
  /** The purpose, in a word or two. */
  title: string
  /** One sentence that helps to choose a template. */
  description: string
  /** The name of the example code: a placeholder, also where the texts mention the name. */
  name: string
  prompt: string
  /** The blank that a document or a website answers better than a line. */
  document?: string
  welcomeMessage: string
  /** The prompt answers each of them. */
  suggestions: string[]
}
