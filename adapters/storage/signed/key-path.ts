/** A key as the path of an address, with reserved characters encoded. */
export const keyPath = (key: string): string => key.split('/').map(encodeURIComponent).join('/')
