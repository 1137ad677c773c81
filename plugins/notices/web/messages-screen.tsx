import './notices.css'
import { Tabs } from '@mantine/core'
import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { Button, ButtonLink } from '#web/parts/button.tsx'
import { WorkFrame } from '#web/parts/work-frame.tsx'
import { AnnouncementList } from './announcement-list.tsx'
import { permission } from './browser-notification.ts'
import { ReminderList } from './reminder-list.tsx'
import { useNoticesText } from './texts.ts'

const TABS = ['remindList', 'announcementList'] as const

/** `/message/index`: what one was reminded of, and what was announced; the query `dtab` names the tab. */
export function MessagesScreen() {
  const t = useNoticesText()
  const [path, navigate] = useLocation()
  const wanted = new URLSearchParams(useSearch()).get('dtab')
  const tab = TABS.find((each) => each === wanted) ?? 'remindList'
  return (
    <WorkFrame
      title={t('messages.title')}
      width="narrow"
      back={{ href: '/item/index', label: t('messages.back') }}
      actions={<MessagesActions />}
    >
      <Tabs
        value={tab}
        keepMounted={false}
        onChange={(chosen) => navigate(`${path}?dtab=${chosen ?? 'remindList'}`, { replace: true })}
      >
        <Tabs.List>
          <Tabs.Tab value="remindList">{t('messages.reminders')}</Tabs.Tab>
          <Tabs.Tab value="announcementList">{t('messages.announcements')}</Tabs.Tab>
        </Tabs.List>
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

function MessagesActions() {
  const t = useNoticesText()
  const [state, setState] = useState(permission)
  return (
    <div className="messages-actions">
      {state === 'default' && (
        <Button onClick={() => void Notification.requestPermission().then(setState)}>{t('messages.permission')}</Button>
      )}
      <ButtonLink look="quiet" href="/notice/index">
        {t('messages.notices')}
      </ButtonLink>
    </div>
  )
}
