/** The remedy for an error code of Google, and the person who must act. */
export interface Advice {
  /** `us`: the person who runs Highstreet; `google`: we wait for an answer of theirs. */
  who: "us" | "google";
  todo: string;
}

const us = (todo: string): Advice => ({ who: "us", todo });

const ADVICE: Record<string, Advice> = {
  invalid_client: us("Copy client id and secret again from the Google Cloud console, Credentials."),
  invalid_grant: us(
    "The refresh token was revoked or has ended: sign in again as the owner of the business group. Publish the OAuth consent screen, or tokens end after 7 days.",
  ),
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: us("Sign in again with all three scopes: business.manage, content, adwords."),
  SERVICE_DISABLED: us("Enable this API for the project in the Google Cloud console, APIs & Services."),
  RATE_LIMIT_EXCEEDED: {
    who: "google",
    todo: "The project's quota is 0 until Google approves it: send the Business Profile API access request form, and wait.",
  },
  GCP_NOT_REGISTERED: us(
    "Register the project with the merchant account: npm run doctor -- --register <developer's e-mail>.",
  ),
  PERMISSION_DENIED_ACCOUNTS: us(
    "Make the user an administrator of our merchant account (Merchant Center, Access and services).",
  ),
  DEVELOPER_TOKEN_INVALID: us("Copy the developer token again from the ads manager account, API Centre."),
  DEVELOPER_TOKEN_NOT_APPROVED: {
    who: "google",
    todo: "The developer token is for test accounts only: apply for Basic access in the API Centre, and wait.",
  },
  DEVELOPER_TOKEN_PROHIBITED: us(
    "The developer token belongs to another Google Cloud project: use the project of its first call.",
  ),
  USER_PERMISSION_DENIED: us(
    "Give the user access to the ads account; where it is reached through a manager account, set HIGHSTREET_GOOGLE_ADS_LOGIN_CUSTOMER.",
  ),
  CUSTOMER_NOT_ENABLED: us("The ads account is closed or not finished: open it in Google Ads."),
  CURRENCY_NOT_GBP: us("Budgets are in GBP, and an account's currency cannot be changed: use another ads account."),
  BILLING_DISABLED: us("Link a billing account to the project in the Google Cloud console, Billing."),
  PROJECT_DISABLED: us("The Google Cloud project is shut down: restore it in the console, or use another one."),
  MISSING_TOS: us(
    "Accept the terms of this API in the Google Cloud console, APIs & Services, signed in as the project's owner.",
  ),
  CONSUMER_SUSPENDED: us("Google has suspended the project: its owner was written to, and can appeal in the console."),
  CONSUMER_INVALID: us("The project of the credentials no longer exists: create credentials in an existing project."),
  USER_PROJECT_DENIED: us(
    "Give the user the role “Service Usage Consumer” in the project, in the Google Cloud console, IAM.",
  ),
  LFP_PROVIDER_NOT_FOUND: {
    who: "google",
    todo: "Google must list us as a local feeds partner of this country: apply for the programme there, and wait; then set HIGHSTREET_GOOGLE_LFP_PROVIDER.",
  },
  UNAUTHENTICATED: us("Google takes no token of this sign-in: sign in again as the owner of the business group."),
};

const ELSE = us("Look the code up in Google's documentation of this API.");

export const adviceOn = (reason: string | null): Advice => ADVICE[reason ?? ""] ?? ELSE;
