/** Tables of a ShowDoc, as far as tests of rights and of repeated moves need their columns. */

/** With a visit password, so that nobody reads an item without a right. */
export const USER_AND_ITEM_TABLES = `
  create table user (uid integer primary key, username text, password text, groupid int default 2);
  create table item (item_id integer primary key, item_name text, uid integer, password text default 'rowan',
    item_domain text default '', addtime int, last_update_time int, is_del int default 0);`

export const CATALOG_AND_PAGE_TABLES = `
  create table catalog (cat_id integer primary key, item_id int, parent_cat_id int default 0, cat_name text, s_number int);
  create table page (page_id integer primary key, item_id integer, cat_id int default 0, page_title text,
    page_content text, author_uid integer, is_del int default 0, addtime int, s_number int default 99);`

export const TEAM_TABLES = `
  create table team (id integer primary key, team_name text, uid int, addtime int);
  create table team_member (id integer primary key, team_id int, member_uid int, team_member_group_id int, addtime int);
  create table team_item (id integer primary key, team_id int, item_id int, addtime int);`

export const TEAM_RIGHTS_TABLE = `
  create table team_item_member (id integer primary key, team_id int, item_id int, member_group_id int, member_uid int,
    cat_id int);`
