import { threadedFormat, type ThreadedFormat } from '../thread/threaded-format.ts'
import { wholeFile } from '../thread/whole-file.ts'
import { jsonShape, type JsonShape } from './json-shape.ts'

/** A format that is a single JSON file, identified by its keys. */
export const jsonImport = ({
  isMine,
  ...format
}: Pick<ThreadedFormat, 'id' | 'title'> & { isMine(shape: JsonShape): boolean }) =>
  threadedFormat({
    ...format,
    async recognises(file) {
      const shape = await jsonShape(file)
      return shape !== null && isMine(shape)
    },
    parts: wholeFile,
  })
