import './companions.css'
import { useSyncExternalStore } from 'react'
import { onPageOnShow, pageOnShow } from '../article/page-on-show.ts'
import { Contributed } from './contributed.tsx'
import { companions } from './points.ts'

export function Companions() {
  const page = useSyncExternalStore(onPageOnShow, pageOnShow)
  return (
    <div className="companions">
      <Contributed point={companions} with={{ page }} failure="toast" />
    </div>
  )
}
