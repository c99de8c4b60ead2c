import { expect, type Locator, type Page } from "@playwright/test";

export type Tab =
  | "Partitions"
  | "Compression"
  | "Late rows"
  | "Rollups"
  | "Queries"
  | "Jobs"
  | "Settings";

export class SeriesPage {
  readonly grid: Locator;
  readonly selection: Locator;

  constructor(
    private readonly page: Page,
    readonly id: string,
  ) {
    this.grid = page.getByRole("grid", { name: "Partitions" });
    this.selection = page.getByRole("region", { name: "Selection" });
  }

  async open(path = "partitions", query = ""): Promise<void> {
    await this.page.goto(`/series/${encodeURIComponent(this.id)}/${path}${query}`);
    await expect(this.page.getByRole("heading", { level: 1 })).toBeVisible();
  }

  async tab(name: Tab): Promise<void> {
    await this.page
      .getByRole("navigation", { name: "Parts of the series" })
      .getByRole("link", { name })
      .click();
  }

  row(partition: string): Locator {
    return this.grid.getByRole("row").filter({ hasText: partition });
  }

  async select(...partitions: string[]): Promise<void> {
    for (const p of partitions) await this.row(p).getByRole("checkbox").check();
  }
}
