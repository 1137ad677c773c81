import { ImportFile } from './import-file.tsx'

/** Imports a file as a new item. */
export const ImportTab = () => <ImportFile itemId={0} />
