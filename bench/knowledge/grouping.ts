import { createGroups, featuresOf } from '../../src/features/questions/similarity.ts'

/**
 * Groups questions one by one, as the service does, and compares all pairs with the labels. The
 * first question of every label comes first, so that each is among strangers when it arrives.
 */
export const pairwise = (labels: string[][], vectors: Map<string, number[]> = new Map()) => {
  const rounds = Math.max(...labels.map(({ length }) => length))
  const asked = Array.from({ length: rounds }, (_, round) =>
    labels.flatMap((label, at) => (label[round] ? [{ text: label[round], label: at }] : [])),
  ).flat()
  const groups = createGroups()
  const placed = asked.map(({ text, label }, at) => {
    const vector = vectors.get(text)
    const features = featuresOf(text, vector ? Float32Array.from(vector) : null)
    const group = groups.find(features) ?? String(at)
    groups.add(group, features)
    return { group, label }
  })
  const pairs = placed.flatMap((a, at) => placed.slice(at + 1).map((b) => ({ a, b })))
  const together = pairs.filter(({ a, b }) => a.group === b.group)
  const right = together.filter(({ a, b }) => a.label === b.label).length
  const wanted = pairs.filter(({ a, b }) => a.label === b.label).length
  const precision = together.length === 0 ? 0 : right / together.length
  const recall = right / wanted
  return {
    precision,
    recall,
    f1: right === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  }
}
