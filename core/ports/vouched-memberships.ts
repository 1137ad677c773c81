/** A team to which a person belongs according to an outside authority. */
export interface VouchedMembership {
  readonly userId: number
  /** The login method of this authority. */
  readonly methodId: string
  readonly teamId: number
  /**
   * The membership that was added for it. Null if the person was a member already, and after somebody has removed it: it is
   * not added again while the authority keeps saying the same.
   */
  readonly memberId: number | null
}

/** What authorities said last about teams. Rows are deleted with the account and with the team. */
export interface VouchedMemberships {
  ofUser(userId: number, methodId: string): Promise<readonly VouchedMembership[]>
  /** Memberships of the team that were added for an authority. */
  ofTeam(teamId: number): Promise<ReadonlyArray<VouchedMembership & { readonly memberId: number }>>
  find(userId: number, methodId: string, teamId: number): Promise<VouchedMembership | null>
  /** There must be none with the same person, method and team. */
  add(vouched: VouchedMembership): Promise<void>
  remove(userId: number, methodId: string, teamId: number): Promise<void>
  /**
   * People with a membership that was added for this authority, ordered by account: at most `count`, after the account
   * `after`; 0 to start.
   */
  people(
    methodId: string,
    paging: { readonly after: number; readonly count: number },
  ): Promise<
    ReadonlyArray<{ readonly userId: number; readonly externalId: string; readonly teamIds: readonly number[] }>
  >
}
