import { SignInPage } from "../pages/sign-in";
import { password, user } from "../support/env";
import { expect, test } from "../support/test";

test.use({ storageState: { cookies: [], origins: [] } });

test("a stranger is sent to sign in and comes back to the very view", async ({ page }) => {
  await page.goto("/series?sort=NAME&dir=ASC");
  await expect(page).toHaveURL(/\/login\?next=/);
  await new SignInPage(page).signIn(user(), password());
  await expect(page).toHaveURL(/\/series\?sort=NAME&dir=ASC$/);
  await expect(page.getByRole("heading", { name: "Series", level: 1 })).toBeVisible();
});

test("a wrong password is refused with a sentence and nothing else", async ({ page, clean }) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn(user(), "not the password at all");
  await expect(page.getByRole("alert").filter({ hasText: /\w/ })).toContainText(/password/i);
  await expect(page).toHaveURL(/\/login/);
  // the refusal may be told by its status
  clean.splice(0, clean.length, ...clean.filter((c) => !/40[013]/.test(c)));
});

test("a foreign address to go back to is not gone to", async ({ page }) => {
  const signIn = new SignInPage(page);
  await signIn.open("//example.com/");
  await signIn.signIn(user(), password());
  await expect(page).toHaveURL(/\/overview$/);
});

test("signing out ends the session on the server", async ({ page }) => {
  const signIn = new SignInPage(page);
  await signIn.open();
  await signIn.signIn(user(), password());
  await expect(page).toHaveURL(/\/overview$/);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login/);
  await page.goto("/overview");
  await expect(page).toHaveURL(/\/login/);
});
