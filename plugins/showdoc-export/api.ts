/** For other plugins that read the files in a zip of this plugin. */
export { FILES, linkTo } from './placed-files.ts'
