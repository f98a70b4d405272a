export const codeStatuses = ['active', 'archived'] as const
export type CodeStatus = (typeof codeStatuses)[number]

export const codeSorts = ['newest', 'oldest', 'changed', 'name', 'scans'] as const
export type CodeSort = (typeof codeSorts)[number]

export const deliveryStatuses = ['pending', 'succeeded', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/** The author of a message in a conversation. */
export const messageRoles = ['visitor', 'assistant', 'owner'] as const
export type MessageRole = (typeof messageRoles)[number]
