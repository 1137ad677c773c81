/**
 * A part of an address with its escapes decoded; unchanged when they are malformed, so that the caller can refuse it.
 */
export function decoded(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
