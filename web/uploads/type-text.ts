/** Media types too long to be read, by the extension people know them by. */
const OFFICE: Readonly<Record<string, string>> = {
  'application/msword': 'DOC',
  'application/vnd.ms-excel': 'XLS',
  'application/vnd.ms-powerpoint': 'PPT',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'PPTX',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'XLSX',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'DOCX',
}

/** A media type as people read it. */
export const typeText = (mediaType: string): string => OFFICE[mediaType] ?? mediaType
