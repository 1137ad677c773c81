/** The kind of pages that hold sheets; not there while this plugin is off. */
export const SHEETS_KIND = 'spreadsheet'
