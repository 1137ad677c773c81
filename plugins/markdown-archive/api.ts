/** For other plugins: reads the files in a zip with the same precautions as the archives of this plugin. */
export { looksLikeZip, ZipReader } from './zip-reader.ts'
/** The title of a markdown file. */
export { titledMarkdown } from './titled-markdown.ts'
/** Reads the markdown files in a zip that contains other files as well. */
export { folderImport } from './folder-import.ts'
/** The file that identifies an archive of this plugin. */
export { MANIFEST } from './manifest.ts'
/** File names that are valid on every system. */
export { fileNameOf } from './file-names.ts'
