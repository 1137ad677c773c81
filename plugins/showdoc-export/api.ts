/** What reads the zip of this plugin needs to know of the files in it. */
export { FILES, linkTo } from './placed-files.ts'
