/** A key that never exists: requesting it shows whether a storage is reachable and accepts the credentials. */
export const NO_BLOB = '00/octavo-asks-whether-it-may'
