export const commentLimits = { text: 4_000, quote: 500, context: 80, perPage: 1_000, mentions: 20 } as const
