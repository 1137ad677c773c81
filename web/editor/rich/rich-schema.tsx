import {
  BlockNoteSchema,
  createCodeBlockSpec,
  createHeadingBlockSpec,
  createStyleSpec,
  defaultBlockSpecs,
  defaultInlineContentSpecs,
  defaultProps,
  defaultStyleSpecs,
  type ExtensionFactoryInstance,
  type PropSchema,
} from '@blocknote/core'
import { createReactBlockSpec, createReactInlineContentSpec } from '@blocknote/react'
import { tableEditing } from 'prosemirror-tables'
import { TAG_STYLES, type TagStyle } from '../markdown-blocks/tag-styles.ts'
import { drawnCode } from './code-block.tsx'
import { DrawnPicture } from './drawn-picture.tsx'
import { RawChip } from './raw-chip.tsx'
import { leaveChip } from './typing/chip-keys.ts'

const isFormula = (source: string): boolean => source.trimStart().startsWith('$$')
/** For a block whose content is text without marks. */
const sourceOf = (content: unknown): string => {
  if (typeof content === 'string') return content
  return Array.isArray(content) ? content.map(({ text = '' }: { readonly text?: string }) => text).join('') : ''
}

const island = createReactBlockSpec(
  { type: 'mdIsland', propSchema: {}, content: 'plain' },
  {
    meta: { code: true, defining: true, isolating: true, selectable: true },
    render: ({ block, contentRef }) => (
      <div className="island">
        <div className="island-label" contentEditable={false}>
          Markdown
        </div>
        <pre>
          <code ref={contentRef} />
        </pre>
        {isFormula(sourceOf(block.content)) && <DrawnPicture markdown={sourceOf(block.content)} />}
      </div>
    ),
  },
)

const raw = createReactInlineContentSpec(
  { type: 'mdRaw', propSchema: { raw: { default: '' } }, content: 'none' },
  {
    render: ({ inlineContent, updateInlineContent, editor, getPos }) => (
      <RawChip
        raw={inlineContent.props.raw}
        onChange={(changed) => updateInlineContent({ type: 'mdRaw', props: { raw: changed } })}
        onLeave={() => leaveChip(editor, getPos())}
      />
    ),
  },
)

const { paragraph, bulletListItem, numberedListItem, quote, divider, image, table } = defaultBlockSpecs

/** Without colours and alignment, which markdown does not support: the editor hides tools for missing properties. */
function plain<Spec extends { readonly config: { readonly propSchema: PropSchema } }>(spec: Spec): Spec {
  const properties = Object.entries(spec.config.propSchema).filter(([name]) => !(name in defaultProps))
  return { ...spec, config: { ...spec.config, propSchema: Object.fromEntries(properties) } }
}

type SpecExtension = ReturnType<ExtensionFactoryInstance>
interface Extended {
  readonly extensions?: (ExtensionFactoryInstance | SpecExtension)[]
}

/** Without the editor's automatic conversions: some of these inputs are meant literally. */
const untyped = <Spec extends Extended>(spec: Spec): Spec => withExtensions(spec, { inputRules: [] })

/** `listMarks` counts the items. */
const uncounted = <Spec extends Extended>(spec: Spec): Spec => withExtensions(spec, { prosemirrorPlugins: [] })

function withExtensions<Spec extends Extended>(spec: Spec, change: Partial<SpecExtension>): Spec {
  const extensions = spec.extensions?.map((extension) =>
    typeof extension === 'function'
      ? (context: Parameters<typeof extension>[0]) => ({ ...extension(context), ...change })
      : { ...extension, ...change },
  )
  return extensions ? { ...spec, extensions } : spec
}

/** Markdown has no column widths: they depend on the content, and nothing offers to resize columns. */
const unsized = <Spec extends Extended>(spec: Spec): Spec => {
  const extensions = spec.extensions?.map((extension) => {
    if (typeof extension === 'function' || !extension.tiptapExtensions) return extension
    const tiptapExtensions = extension.tiptapExtensions.map((inner) =>
      inner.name === 'BlockNoteTableExtension'
        ? inner.extend({ addProseMirrorPlugins: () => [tableEditing()] })
        : inner,
    )
    return { ...extension, tiptapExtensions }
  })
  return extensions ? { ...spec, extensions } : spec
}

type TaskSpec = typeof defaultBlockSpecs.checkListItem

/** A task whose check box has a role and a name for screen readers, taken from its text, which may be empty. */
function namedTask(spec: TaskSpec): TaskSpec {
  const draw: TaskSpec['implementation']['render'] = function (...drawing) {
    const drawn = spec.implementation.render.apply(this, drawing)
    const [block, editor] = drawing
    const box = drawn.dom.querySelector('input')
    if (!drawn.contentDOM || !box) return drawn
    drawn.contentDOM.id = `task-${block.id}`
    box.id = `task-box-${block.id}`
    box.setAttribute('aria-label', editor.dictionary.slash_menu.check_list.title)
    box.setAttribute('aria-labelledby', `${box.id} ${drawn.contentDOM.id}`)
    return drawn
  }
  return { ...spec, implementation: { ...spec.implementation, render: draw } }
}

type Underline = typeof defaultStyleSpecs.underline

/** A style that is a tag in markdown, and the same element for readers. */
function tagged(name: TagStyle): Underline {
  const render = () => {
    const dom = document.createElement(TAG_STYLES[name])
    return { dom, contentDOM: dom }
  }
  // The value of a style that is on or off is never asked for, whatever the types say.
  const spec = createStyleSpec({ type: name, propSchema: 'boolean' }, { render }) as unknown as Underline
  const { implementation } = spec
  // What is typed behind it would have the style, and nothing there ends it.
  const mark = implementation.mark.extend({ inclusive: false })
  return { ...spec, implementation: { ...implementation, mark } }
}

const { bold, italic, underline, strike, code } = defaultStyleSpecs
const { text, link } = defaultInlineContentSpecs

/** Only the blocks, styles and inlines with an equivalent in markdown. */
export const richSchema = BlockNoteSchema.create({
  blockSpecs: {
    paragraph: plain(paragraph),
    heading: untyped(plain(createHeadingBlockSpec({ allowToggleHeadings: false }))),
    bulletListItem: untyped(plain(bulletListItem)),
    numberedListItem: uncounted(untyped(plain(numberedListItem))),
    checkListItem: untyped(plain(namedTask(defaultBlockSpecs.checkListItem))),
    quote: untyped(plain(quote)),
    codeBlock: drawnCode(untyped(createCodeBlockSpec({ defaultLanguage: '' }))),
    divider: untyped(divider),
    image: plain(image),
    table: unsized(plain(table)),
    mdIsland: island(),
  },
  inlineContentSpecs: { text, link, mdRaw: raw },
  styleSpecs: {
    ...{ bold, italic, underline, strike, code },
    ...{ marked: tagged('marked'), inserted: tagged('inserted'), keyboard: tagged('keyboard') },
    ...{ raised: tagged('raised'), lowered: tagged('lowered') },
  },
})
export type RichEditor = typeof richSchema.BlockNoteEditor
