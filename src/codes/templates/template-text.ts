/** What somebody starts from: a whole example, to be changed line by line. */
export interface TemplateText {
  /** What it is for, in a word or two. */
  title: string
  /** One sentence that helps to choose. */
  description: string
  /** Of the example. */
  name: string
  prompt: string
  welcomeMessage: string
  /** Each is answered by the prompt. */
  suggestions: string[]
}
