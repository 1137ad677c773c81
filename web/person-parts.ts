/* Additional parts for logged-in people, in one file. */
export { OtherPerson } from './account/other-person/other-person.tsx'
export { TakenPreview } from './editor/taken-preview.tsx'
export { Companions } from './extensions/companions.tsx'
export { PageEditors } from './screens/item-view/page-editors.tsx'
export { VisitWatch } from './start-page/visit-watch.tsx'
export { TaskWatch } from './tasks/task-watch.tsx'
