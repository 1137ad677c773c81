import { Monitor, Smartphone, SquareTerminal } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { sessionOperations } from '#core/account/session-operations.ts'
import type { AnswerOf } from '../../api/api-types.ts'
import { Button } from '../../parts/button.tsx'
import { Time } from '../../parts/time.tsx'
import { deviceOf } from './device.ts'

export type ShownSession = AnswerOf<typeof sessionOperations.list>[number]

const ICONS = { desktop: Monitor, mobile: Smartphone, program: SquareTerminal } as const

export interface SessionRowProps {
  readonly session: ShownSession
  onEnd(): void
}

/** A session of the person. */
export function SessionRow({ session, onEnd }: SessionRowProps) {
  const { t } = useTranslation('account')
  const { program, system, kind } = deviceOf(session.userAgent)
  const Icon = ICONS[kind]
  const named = program ?? t('sessions.unknown')
  const name = system === null ? named : t('sessions.device', { program: named, system })

  return (
    <li className="session">
      <Icon aria-hidden />
      <div>
        <strong title={session.userAgent}>{name}</strong>
        {session.isCurrent && <span className="setting-badge">{t('sessions.current')}</span>}
        <p>
          <span>{session.address}</span>
          <span>
            {t('sessions.seen')} <Time at={session.seenAt} />
          </span>
          <span>
            {t('sessions.since')} <Time at={session.createdAt} />
          </span>
        </p>
      </div>
      {!session.isCurrent && (
        <Button aria-label={t('sessions.endAt', { name })} onClick={onEnd}>
          {t('sessions.end')}
        </Button>
      )}
    </li>
  )
}
