const INDENT = '  '

/**
 * The same JSON with one value per line, or the text unchanged when it is not JSON (spec §5). Numbers, the order of
 * fields and duplicate keys are preserved, which parsing and serialising would change.
 */
export function beautifulJson(text: string): string {
  if (!isJson(text)) return text
  const parts: string[] = []
  let depth = 0
  for (let at = 0; at < text.length;) {
    const end = tokenEnd(text, at)
    const token = text.slice(at, end)
    const isEmpty = (token === '{' || token === '[') && '}]'.includes(nextToken(text, end))
    if (isEmpty) {
      parts.push(token, nextToken(text, end))
      at = text.indexOf(nextToken(text, end), end) + 1
      continue
    }
    if (token === '}' || token === ']') depth -= 1
    if (token === '{' || token === '[') depth += 1
    parts.push(laidOut(token, depth))
    at = end
  }
  return parts.join('')
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function laidOut(token: string, depth: number): string {
  const newLine = `\n${INDENT.repeat(depth)}`
  if (token === '{' || token === '[' || token === ',') return `${token}${newLine}`
  if (token === '}' || token === ']') return `${newLine}${token}`
  return token === ':' ? ': ' : token.trim()
}

/** The end of the string, number, word, punctuation or whitespace that starts here. */
function tokenEnd(text: string, at: number): number {
  if (text[at] !== '"') {
    let end = at + 1
    if ('{}[],:'.includes(text[at] ?? '')) return end
    while (end < text.length && !'{}[],:"'.includes(text[end] ?? '')) end += 1
    return end
  }
  let end = at + 1
  while (text[end] !== '"') end += text[end] === '\\' ? 2 : 1
  return end + 1
}

function nextToken(text: string, at: number): string {
  let next = at
  while (/\s/.test(text[next] ?? '')) next += 1
  return text[next] ?? ' '
}
