/** Node's error codes for a full disk, or an exhausted quota. */
export const FULL_DISK: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
