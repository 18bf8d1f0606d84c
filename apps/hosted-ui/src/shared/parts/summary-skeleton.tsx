export function SummarySkeleton() {
  return (
    <div class="summary" aria-hidden="true">
      <span class="bone bone--merchant" />
      <span class="bone bone--amount" />
      <span class="bone bone--line" />
      <span class="bone bone--small" />
    </div>
  );
}
