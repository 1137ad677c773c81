import { Copy } from 'lucide-react'
import { IconButton } from '#web/parts/icon-button.tsx'
import { useCopy } from '#web/parts/use-copy.ts'
import { useOpenApiText } from './texts.ts'

export interface ExampleProps {
  readonly title: string
  /** With the token hidden. */
  readonly shown: string
  /** The text for the clipboard. */
  readonly copied: string
}

export function Example({ title, shown, copied }: ExampleProps) {
  const t = useOpenApiText()
  const copy = useCopy()
  return (
    <div className="open-api-example">
      <div className="open-api-example-head">
        <h3>{title}</h3>
        <IconButton label={t('use.copy', { title })} onClick={() => copy(copied)}>
          <Copy />
        </IconButton>
      </div>
      <pre>
        <code>{shown}</code>
      </pre>
    </div>
  )
}
