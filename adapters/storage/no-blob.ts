/** A key under which nothing lies: asked for, a storage shows whether it answers and knows the product. */
export const NO_BLOB = '00/octavo-asks-whether-it-may'
