import { z } from 'zod'
import { id, idOrNone, wired } from '../schema.ts'

/** Fields of catalogs and their contents, in inputs and views. */
export const catalogIdField = () => wired('cat_id', id())
/** 0 for the root of the item, or for the whole item. */
export const catalogIdOrNone = () => wired('cat_id', idOrNone())
/** 0 for the first level. */
export const parentIdField = () => wired('parent_cat_id', idOrNone())
export const catalogNameField = () => wired('cat_name', z.string())
