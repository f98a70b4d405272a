/** The accent colour of each template, by day and by night. */
export const templateColors = {
  business: ['#3d5166', '#a9bdd1'],
  rewards: ['#7a2d6b', '#e0a3d3'],
  events: ['#a64510', '#f2a578'],
  personal: ['#0f6b5c', '#5cc2ae'],
  hospitality: ['#1f5a37', '#86c9a0'],
  healthcare: ['#1b5a99', '#90c1f0'],
  retail: ['#a32222', '#f2a3a3'],
} as const satisfies Record<string, readonly [day: string, night: string]>
