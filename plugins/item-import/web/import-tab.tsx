import { ImportFile } from './import-file.tsx'

/** A file becomes a new item. */
export const ImportTab = () => <ImportFile itemId={0} />
