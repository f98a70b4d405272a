/** The section of the changelog about a version, or what is not released yet. */
export const releaseNotes = (changelog: string, version: string): string => {
  const sections = changelog.split(/^## /m).slice(1)
  const titled = (title: string) =>
    sections.find((section) => section.split('\n')[0]?.split(' ')[0] === title)
  const section = titled(version) ?? titled('Unreleased')
  const changes = section?.slice(section.indexOf('\n')).trim()
  if (!changes) throw new Error(`CHANGELOG.md has no section "## ${version}" or "## Unreleased".`)
  return `# QPR ${version}\n\n${changes}\n`
}
