/** The hosts of Google's services. */
export const HOSTS = {
  accounts: "mybusinessaccountmanagement.googleapis.com",
  profiles: "mybusinessbusinessinformation.googleapis.com",
  verifications: "mybusinessverifications.googleapis.com",
  merchant: "merchantapi.googleapis.com",
  ads: "googleads.googleapis.com",
  signIn: "oauth2.googleapis.com",
} as const;

export type Service = keyof typeof HOSTS;

/** The origin of a service: at Google, or a folder with the host's name at the replacement for Google. */
export const originOf = (service: Service, standIn: string | null): string =>
  standIn ? `${standIn.replace(/\/$/, "")}/${HOSTS[service]}` : `https://${HOSTS[service]}`;
