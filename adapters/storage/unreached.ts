const UNREACHED = new Set<unknown>(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Whether the connection was never established, so that nothing can have been accepted. @param code of the failure */
export const isUnreached = (code: unknown): boolean => UNREACHED.has(code)
