/** Offered for code, by the names fences have; others can be typed. All but the first are shown in colours. */
export const CODE_LANGUAGES: readonly string[] = [
  'mermaid',
  ...['bash', 'c', 'cpp', 'csharp', 'css', 'diff', 'dockerfile', 'go', 'graphql', 'http', 'ini', 'java', 'javascript'],
  ...['json', 'kotlin', 'less', 'lua', 'makefile', 'markdown', 'nginx', 'objectivec', 'perl', 'php', 'plaintext'],
  ...['powershell', 'properties', 'python', 'r', 'ruby', 'rust', 'scss', 'shell', 'sql', 'swift', 'typescript'],
  ...['vbnet', 'wasm', 'xml', 'yaml'],
]

/** The list that fields of languages complete from. */
export const LANGUAGES_ID = 'code-languages'
