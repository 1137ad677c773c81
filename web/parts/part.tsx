import './state.css'
import { Component, lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { beforeNextAttempt, NotLoaded, tryAgain } from './attempts.ts'
import { Button } from './button.tsx'
import type { TypedAheadProps } from './typed-ahead.tsx'

/** A component in a separate chunk. Use it inside a `Part`, which can retry loading. */
export function lazyPart<P extends object>(
  load: () => Promise<ComponentType<P>>,
  reload = () => location.reload(),
): ComponentType<P> {
  let Loaded: ComponentType<P>
  let isAgain = false
  const prepare = () => {
    Loaded = lazy(async () => {
      try {
        return { default: await load() }
      } catch (cause) {
        // Typed text is kept as a draft, and people who would lose something are asked.
        if (isAgain && (await isThereByNow(cause))) reload()
        isAgain = true
        beforeNextAttempt(prepare)
        throw new NotLoaded('a part of the product could not be loaded', { cause })
      }
    })
  }
  prepare()
  return (props) => <Loaded {...props} />
}

/** Some browsers, e.g. Chromium up to 153, remember a failed module until the document is reloaded. */
async function isThereByNow(cause: unknown): Promise<boolean> {
  const [address] = /https?:\S+/.exec(String(cause)) ?? []
  if (address === undefined) return false
  return fetch(address, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

export interface PartProps {
  /** Shown while it loads; nothing when left out. */
  readonly waiting?: ReactNode
  /** For a dialog: what is typed while it loads goes to its first field, and a loading error is shown in a dialog. */
  readonly onClose?: (() => void) | undefined
  /** It fills the whole screen; what is typed while it loads goes to its first field. */
  readonly isScreen?: boolean
  /** Not requested by the user, so that errors are not shown. */
  readonly isExtra?: boolean
  /** Says what could not be loaded. */
  readonly failedTitle?: string
  /** Shown when it could not be loaded, instead of the usual message. */
  readonly Failed?: ComponentType<FailedPartProps>
  readonly children: ReactNode
}
interface State {
  readonly error: unknown
}

const WHOLE: State = { error: null }

/** What takes the keys while a dialog or another screen is loaded: `TypedAhead`, which comes after the first screen. */
export const awaited: { Keys?: ComponentType<TypedAheadProps> } = {}

/** A place for components loaded on demand. Loading errors are shown here, and the rest of the screen stays. */
export class Part extends Component<PartProps, State> {
  override state = WHOLE
  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }
  // Opening a menu or a dialog again retries loading.
  override componentWillUnmount() {
    if (this.state.error) void tryAgain()
  }
  override render() {
    const { waiting, onClose, isScreen, isExtra, failedTitle, Failed = Failure, children } = this.props
    const { error } = this.state
    if (!error)
      return (
        <Suspense
          fallback={
            <>
              {waiting}
              {(onClose || isScreen) && awaited.Keys && <awaited.Keys onEscape={onClose} />}
            </>
          }
        >
          {children}
        </Suspense>
      )
    if (!(error instanceof NotLoaded)) throw error
    return isExtra ? null : (
      <Failed
        {...{ isScreen, onClose, title: failedTitle }}
        onRetry={() => void tryAgain().then(() => this.setState(WHOLE))}
      />
    )
  }
}

export interface FailedPartProps {
  readonly title: string | undefined
  readonly isScreen: boolean | undefined
  readonly onClose: (() => void) | undefined
  onRetry(): void
}

function Failure({ title, isScreen, onClose, onRetry }: FailedPartProps) {
  const { t } = useTranslation()
  const Title = isScreen ? 'h1' : 'strong'
  const said = (
    <div className="error-state part-failed" role="alert">
      <Title>{title ?? t('part.title')}</Title>
      <p>{t('part.text')}</p>
      <Button onClick={onRetry}>{t('action.retry')}</Button>
      <Button look="quiet" onClick={() => location.reload()}>
        {t('action.reload')}
      </Button>
      {onClose && (
        <Button look="quiet" onClick={onClose}>
          {t('action.close')}
        </Button>
      )}
    </div>
  )
  if (isScreen) return <main>{said}</main>
  if (!onClose) return said
  return (
    <dialog className="dialog" aria-label={title ?? t('part.title')} ref={open} onCancel={onClose}>
      {said}
    </dialog>
  )
}

function open(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  // Restores the focus.
  return () => dialog.close()
}
