/** A part of an address without its escapes; as it is where they are broken, for whoever reads it to refuse. */
export function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
