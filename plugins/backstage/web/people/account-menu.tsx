import {
  ArrowRightLeft,
  Ellipsis,
  KeyRound,
  LogOut,
  Shield,
  ShieldOff,
  SmartphoneNfc,
  UserCheck,
  UserX,
} from 'lucide-react'
import { IconButton } from '#web/parts/icon-button.tsx'
import { Menu, MenuItem } from '#web/parts/menu.tsx'
import { useCurrentUser } from '#web/session/current-user.tsx'
import { useBackstageText } from '../texts.ts'
import type { ListedAccount } from './listed-account.ts'
import type { StandingAction } from './standing-dialog.tsx'

export interface AccountMenuProps {
  readonly account: ListedAccount
  onAsk(action: StandingAction): void
  onHandOver(): void
  onParts(): void
}

/** The less frequent actions on an account. */
export function AccountMenu({
  account: { username, siteRole, isSwitchedOff, hasSecondFactor },
  onAsk,
  onHandOver,
  onParts,
}: AccountMenuProps) {
  const t = useBackstageText()
  const isOwn = useCurrentUser()?.username === username
  return (
    <Menu
      renderOpener={(props) => (
        <IconButton label={t('people.more', { username })} {...props}>
          <Ellipsis aria-hidden />
        </IconButton>
      )}
    >
      <MenuItem icon={<LogOut aria-hidden />} onChoose={() => onAsk('endSessions')}>
        {t('people.endSessions.open')}
      </MenuItem>
      {hasSecondFactor && !isOwn && (
        <MenuItem icon={<SmartphoneNfc aria-hidden />} onChoose={() => onAsk('removeSecondFactor')}>
          {t('people.removeSecondFactor.open')}
        </MenuItem>
      )}
      <MenuItem icon={<ArrowRightLeft aria-hidden />} onChoose={onHandOver}>
        {t('people.handOver.open')}
      </MenuItem>
      <MenuItem icon={<KeyRound aria-hidden />} onChoose={onParts}>
        {t('people.parts.open')}
      </MenuItem>
      {siteRole === 'admin' ? (
        <MenuItem icon={<ShieldOff aria-hidden />} onChoose={() => onAsk('unmakeAdministrator')}>
          {t('people.unmakeAdministrator.open')}
        </MenuItem>
      ) : (
        <MenuItem icon={<Shield aria-hidden />} onChoose={() => onAsk('makeAdministrator')}>
          {t('people.makeAdministrator.open')}
        </MenuItem>
      )}
      {isSwitchedOff ? (
        <MenuItem icon={<UserCheck aria-hidden />} onChoose={() => onAsk('switchOn')}>
          {t('people.switchOn.open')}
        </MenuItem>
      ) : (
        !isOwn && (
          <MenuItem icon={<UserX aria-hidden />} look="danger" onChoose={() => onAsk('switchOff')}>
            {t('people.switchOff.open')}
          </MenuItem>
        )
      )}
    </Menu>
  )
}
