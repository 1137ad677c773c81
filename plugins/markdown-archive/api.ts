/** What other plugins use to read the files in a zip: as careful there as in the archives of this one. */
export { looksLikeZip, ZipReader } from './zip-reader.ts'
/** What a file of markdown is called. */
export { titledMarkdown } from './titled-markdown.ts'
/** Reads the markdown in a zip that holds other files as well. */
export { folderImport } from './folder-import.ts'
/** The file by which an archive of this plugin is known. */
export { MANIFEST } from './manifest.ts'
/** Writes a zip while it is taken. */
export { putEntry, zipStream } from './zip-stream.ts'
/** Names of files that every system takes. */
export { fileNameOf } from './file-names.ts'
