/** A key as the path of an address, also with signs that have a meaning there. */
export const keyPath = (key: string): string => key.split('/').map(encodeURIComponent).join('/')
