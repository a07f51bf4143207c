// SPDX-License-Identifier: GPL-2.0-only
#ifndef PUBSUB_SHARED_LIST_H
#define PUBSUB_SHARED_LIST_H

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace ns3::pubsub
{

/**
 * @ingroup pubsub
 * @brief A list whose copies share their items, which never change. A message is copied at each
 * link that it crosses, so its lists are.
 * @tparam T type of an item
 */
template <typename T>
class SharedList
{
  public:
    using value_type = T;                                           ///< type of an item
    using const_iterator = typename std::vector<T>::const_iterator; ///< to an item

    SharedList() = default;

    /**
     * @brief A list with the items of a vector.
     * @param items of the list
     */
    SharedList(std::vector<T> items)
        : m_items(items.empty() ? nullptr
                                : std::make_shared<const std::vector<T>>(std::move(items)))
    {
    }

    /// @return the items
    const std::vector<T>& Items() const
    {
        static const std::vector<T> none;
        return m_items ? *m_items : none;
    }

    /// @return the first item
    const_iterator begin() const
    {
        return Items().begin();
    }

    /// @return behind the last item
    const_iterator end() const
    {
        return Items().end();
    }

    /// @return number of items
    std::size_t size() const
    {
        return Items().size();
    }

    /// @return whether there is no item
    bool empty() const
    {
        return Items().empty();
    }

    /**
     * @brief Equality of the items.
     * @param other list
     * @return whether equal
     */
    bool operator==(const SharedList& other) const
    {
        return m_items == other.m_items || Items() == other.Items();
    }

  private:
    std::shared_ptr<const std::vector<T>> m_items; ///< none where there is no item
};

} // namespace ns3::pubsub

#endif
