/** The codes with which Node says that a disk, or the quota of whoever writes, is full. */
export const FULL_DISK: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT'])
