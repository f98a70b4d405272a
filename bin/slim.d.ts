export const slim: (root: string) => Promise<void>
