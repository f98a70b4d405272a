/** Whether a version of Node.js ("22.19.0") is at least another one ("22.19"). */
export const atLeast = (version, required) => {
  const [major, minor] = version.split('.').map(Number)
  const [requiredMajor, requiredMinor] = required.split('.').map(Number)
  return major > requiredMajor || (major === requiredMajor && minor >= requiredMinor)
}
