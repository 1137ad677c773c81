import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** A markdown text of the corpus. */
export interface Sample {
  /** File, and for examples of a specification their number. */
  readonly name: string
  readonly markdown: string
}

/** Whole documents and the examples of the markdown specifications below a corpus directory. */
export function samplesOf(directory: string): { readonly documents: Sample[]; readonly examples: Sample[] } {
  const specifications = filesBelow(path.join(directory, 'markdown')).filter((file) => file.endsWith('.txt'))
  const documents = ['markdown', 'zh-docs']
    .flatMap((folder) => filesBelow(path.join(directory, folder)))
    .filter((file) => /\.(md|txt)$/.test(file))
  return {
    documents: documents.map((file) => ({
      name: path.relative(directory, file),
      markdown: readFileSync(file, 'utf8'),
    })),
    examples: specifications.flatMap((file) => examplesOf(path.basename(file), readFileSync(file, 'utf8'))),
  }
}

const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .toSorted()
    .map((file) => path.join(directory, file))

// The specifications keep their examples between fences of 32 backticks: source, a line with a dot, HTML.
const EXAMPLE = /^`{32} example[^\n]*\n([\s\S]*?)^\.\n[\s\S]*?^`{32}$/gm

const examplesOf = (file: string, text: string): Sample[] =>
  [...text.matchAll(EXAMPLE)].map(([, source = ''], index) => ({
    name: `${file} example ${index + 1}`,
    markdown: source.replaceAll('→', '\t'),
  }))
