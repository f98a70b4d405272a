/** A complete example, which the owner adapts line by line. */
export interface TemplateText {
  /** The purpose, in a word or two. */
  title: string
  /** One sentence that helps to choose a template. */
  description: string
  /** The name of the example code. */
  name: string
  prompt: string
  welcomeMessage: string
  /** The prompt answers each of them. */
  suggestions: string[]
}
