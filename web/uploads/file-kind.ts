export interface FileKind {
  readonly kind: 'image' | 'general'
  /** In capitals; '' when unknown. */
  readonly format: string
}

// A short extension is the format; a long one is the rest of a name that contains a point.
const EXTENSION = /[^.]\.([a-z\d]{1,5})$/i

/** The type of a file: images are recognised by their content, all others by the extension. */
export function kindOfFile(file: { readonly displayName: string; readonly mediaType: string }): FileKind {
  const [family, format = ''] = file.mediaType.split('/')
  if (family === 'image') return { kind: 'image', format: format.toUpperCase() }
  return { kind: 'general', format: EXTENSION.exec(file.displayName)?.[1]?.toUpperCase() ?? '' }
}
