import './notices.css'
import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Button } from '#web/parts/button.tsx'
import { WorkFrame } from '#web/parts/work-frame.tsx'
import { WaitingButton } from '#web/parts/waiting-button.tsx'
import { AnnouncementList } from './announcement-list.tsx'
import { permission } from './browser-notification.ts'
import { NoticeList } from './notice-list.tsx'
import { messageApi } from './notices-api.ts'
import { ReminderList } from './reminder-list.tsx'
import { useNoticesText } from './texts.ts'
import { useRefreshInbox } from './unread.ts'

const TABS = ['noticeList', 'remindList', 'announcementList'] as const
type Tab = (typeof TABS)[number]

/** `/message/index`, the inbox; the query `dtab` selects the tab. */
export const MessagesScreen = () => <Inbox otherwise="remindList" />
/** `/notice/index`, which redirects to the notices there. */
export const NoticesScreen = () => <Inbox otherwise="noticeList" />

function Inbox({ otherwise }: { readonly otherwise: Tab }) {
  const t = useNoticesText()
  const [, navigate] = useLocation()
  const wanted = new URLSearchParams(useSearch()).get('dtab')
  const tab = TABS.find((each) => each === wanted) ?? otherwise
  const counts = messageApi.counts.useQuery({}, { staleTime: 0, meta: { isQuiet: true } })
  const names = {
    noticeList: [t('messages.notices'), counts.data?.notices],
    remindList: [t('messages.reminders'), counts.data?.reminders],
    announcementList: [t('messages.announcements'), counts.data?.announcements],
  } as const
  return (
    <WorkFrame
      title={t('messages.title')}
      width="narrow"
      back={{ href: '/item/index', label: t('messages.back') }}
      actions={<InboxActions />}
    >
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) => navigate(`/message/index?dtab=${chosen ?? otherwise}`, { replace: true })}
      >
        <Tabs.List>
          {TABS.map((each) => {
            const [name, count = 0] = names[each]
            return (
              <Tabs.Tab key={each} value={each}>
                {name}
                {count > 0 && <span className="message-badge">{count}</span>}
              </Tabs.Tab>
            )
          })}
        </Tabs.List>
        <Tabs.Panel value="noticeList" pt="md">
          <NoticeList />
        </Tabs.Panel>
        <Tabs.Panel value="remindList" pt="md">
          <ReminderList />
        </Tabs.Panel>
        <Tabs.Panel value="announcementList" pt="md">
          <AnnouncementList />
        </Tabs.Panel>
      </Tabs>
    </WorkFrame>
  )
}

function InboxActions() {
  const t = useNoticesText()
  const [state, setState] = useState(permission)
  const refresh = useRefreshInbox()
  const readAll = messageApi.setAllRead.useMutation({ onSuccess: refresh })
  return (
    <div className="messages-actions">
      {state === 'default' && (
        <Button onClick={() => void Notification.requestPermission().then(setState)}>{t('messages.permission')}</Button>
      )}
      <WaitingButton look="quiet" isOff={readAll.isPending} onClick={() => readAll.mutate({})}>
        {t('messages.readAll')}
      </WaitingButton>
    </div>
  )
}
