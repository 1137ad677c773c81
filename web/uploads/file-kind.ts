export interface FileKind {
  readonly kind: 'image' | 'general'
  /** In capitals; '' when nothing tells it. */
  readonly format: string
}

// A short extension is what people know a format by; a long one is the rest of a name with a point in it.
const EXTENSION = /[^.]\.([a-z\d]{1,5})$/i

/** What a file is: an image is one by its content, whatever it is called; another has the format its name tells. */
export function kindOfFile(file: { readonly displayName: string; readonly mediaType: string }): FileKind {
  const [family, format = ''] = file.mediaType.split('/')
  if (family === 'image') return { kind: 'image', format: format.toUpperCase() }
  return { kind: 'general', format: EXTENSION.exec(file.displayName)?.[1]?.toUpperCase() ?? '' }
}
