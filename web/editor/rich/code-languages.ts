/** Suggested languages, by their names in fences; others can be typed. All but the first are highlighted. */
export const CODE_LANGUAGES: readonly string[] = [
  'mermaid',
  ...['bash', 'c', 'cpp', 'csharp', 'css', 'diff', 'dockerfile', 'go', 'graphql', 'http', 'ini', 'java', 'javascript'],
  ...['json', 'kotlin', 'less', 'lua', 'makefile', 'markdown', 'nginx', 'objectivec', 'perl', 'php', 'plaintext'],
  ...['powershell', 'properties', 'python', 'r', 'ruby', 'rust', 'scss', 'shell', 'sql', 'swift', 'typescript'],
  ...['vbnet', 'wasm', 'xml', 'yaml'],
]

/** The list for autocompletion in language fields. */
export const LANGUAGES_ID = 'code-languages'
